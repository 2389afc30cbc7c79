/** Line icons on a 24 by 24 grid. */
export const icons = {
  home: "M4 11 12 4l8 7v9h-5.5v-6h-5v6H4z",
  list: "M4 6h.01M8.5 6H20M4 12h.01M8.5 12H20M4 18h.01M8.5 18H20",
  sliders: "M4 7h8M18 7h2M4 17h2M12 17h8M12 7a3 3 0 1 0 6 0 3 3 0 1 0-6 0M6 17a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
  plus: "M12 5v14M5 12h14",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  trash: "M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13h9l1-13M10.5 11v5M13.5 11v5",
  close: "M6 6l12 12M18 6 6 18",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  arrow: "M5 12h14M13 6l6 6-6 6",
} as const;

export type IconName = keyof typeof icons;

/** Pictures of 240 by 160: filled paths in colours of src/styles/theme.css, the lowest first. */
export const pictures = {
  morning: [
    ["M120 40a44 44 0 0 1 44 44H76a44 44 0 0 1 44-44z", "highlight"],
    ["M116 14h8v16h-8zM60 35l6-5 10 12-6 5zM164 42l10-12 6 5-10 12z", "highlight"],
    ["M0 84h240v76H0z", "accent-soft"],
    ["M0 160v-30a70 46 0 0 1 140 0v30z", "accent"],
    ["M90 160v-14a75 40 0 0 1 150-6v20z", "accent-strong"],
    ["M32 70h14v60H32z", "ink"],
    ["M39 34a21 26 0 0 1 21 28 21 21 0 0 1-42 0 21 26 0 0 1 21-28z", "accent"],
    ["M186 92h10v44h-10z", "ink"],
    ["M191 62l20 40h-40z", "accent"],
  ],
  empty: [
    ["M36 148a84 84 0 0 1 168 0z", "accent-soft"],
    ["M88 30l62-10 14 88-62 10z", "highlight"],
    ["M74 34h68v100H74z", "surface"],
    ["M74 34h68v100H74zM78 38v92h60V38z", "ink"],
    ["M88 54h40v6H88zM88 70h28v6H88zM88 86h34v6H88z", "line"],
    ["M176 116a22 22 0 1 1-44 0 22 22 0 1 1 44 0z", "accent"],
    ["M151 105h6v8h8v6h-8v8h-6v-8h-8v-6h8z", "on-accent"],
    ["M24 148h192v4H24z", "ink"],
  ],
  search: [
    ["M30 24h180v112H30z", "accent-soft"],
    ["M48 44h74v10H48zM48 68h48v10H48zM48 92h58v10H48z", "surface"],
    ["M152 44h40v10h-40zM176 68h16v10h-16zM168 92h24v10h-24z", "surface"],
    ["M179 119l8-8 28 28-8 8z", "ink"],
    ["M190 84a40 40 0 1 1-80 0 40 40 0 1 1 80 0z", "ink"],
    ["M182 84a32 32 0 1 1-64 0 32 32 0 1 1 64 0z", "surface"],
    ["M150 58a26 26 0 0 1 26 26h-8a18 18 0 0 0-18-18z", "highlight"],
  ],
  lost: [
    ["M204 44a24 24 0 1 1-48 0 24 24 0 1 1 48 0z", "highlight"],
    ["M0 160v-26a76 44 0 0 1 152 0v26z", "accent-soft"],
    ["M96 160v-16a72 38 0 0 1 144 0v16z", "accent"],
    ["M92 28h8v116h-8z", "ink"],
    ["M58 38h70l16 14-16 14H58z", "surface"],
    ["M58 38h70l16 14-16 14H58zM62 42v20h64.5l11.4-10-11.4-10z", "ink"],
    ["M136 78H66L50 92l16 14h70z", "accent"],
    ["M78 89h44v6H78z", "on-accent"],
  ],
} as const satisfies Record<string, readonly (readonly [path: string, colour: string])[]>;

export type PictureName = keyof typeof pictures;
