import { html } from "../html";

/** A decorative pattern of 100 by 100 tiles: shape, quarter turns, shape colour, ground colour. */
const shapes = {
  quarter: "M0 0H100A100 100 0 0 1 0 100Z",
  half: "M0 0A50 50 0 0 0 100 0Z",
  disc: "M50 16A34 34 0 1 1 50 84A34 34 0 1 1 50 16Z",
  leaf: "M0 0H50A50 50 0 0 1 100 50V100H50A50 50 0 0 1 0 50Z",
  arch: "M0 100A100 100 0 0 1 100 0V45A55 55 0 0 0 45 100Z",
  bars: "M0 0H100V20H0ZM0 40H100V60H0ZM0 80H100V100H0Z",
};

type Tile = [shape: keyof typeof shapes, turns: number, shapeColour: string, groundColour: string];

const tiles: Tile[] = [
  ["quarter", 1, "accent", "accent-soft"],
  ["disc", 0, "highlight", "surface"],
  ["arch", 0, "ink", "accent-soft"],
  ["leaf", 0, "accent", "surface"],
  ["bars", 0, "ink", "surface"],
  ["leaf", 1, "accent", "highlight"],
  ["quarter", 3, "accent-soft", "accent"],
  ["half", 0, "highlight", "accent-soft"],
  ["half", 2, "accent", "accent-soft"],
  ["quarter", 2, "ink", "surface"],
  ["disc", 0, "accent-soft", "accent"],
  ["arch", 2, "accent", "surface"],
  ["arch", 3, "highlight", "ink"],
  ["quarter", 0, "accent", "accent-soft"],
  ["bars", 1, "accent", "surface"],
  ["quarter", 1, "highlight", "accent-soft"],
];

export function artwork() {
  return html`<svg aria-hidden="true" class="h-auto w-full rounded-card border border-line" viewBox="0 0 400 400">
    ${tiles.map(
      ([shape, turns, shapeColour, groundColour], index) => html`<g
        transform="translate(${(index % 4) * 100} ${Math.floor(index / 4) * 100})"
      >
        <path d="M0 0H100.5V100.5H0Z" fill="var(--${groundColour})" />
        <path d="${shapes[shape]}" fill="var(--${shapeColour})" transform="rotate(${turns * 90} 50 50)" />
      </g>`,
    )}
  </svg>`;
}
