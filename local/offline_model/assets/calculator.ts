/** A calculator. `stored` and `operator` wait for the second number; `fresh` means the next digit begins a new one. */
export type Calculator = { shown: string; stored: number; operator: string; fresh: boolean };

const signs = { C: "Clear", "±": "Change sign", "%": "Percent", ".": "Point", "⌫": "Delete digit", "=": "Equals" };
export const names: Record<string, string> = { ...signs, "÷": "Divided by", "×": "Times", "−": "Minus", "+": "Plus" };
export const keys = ["C", "±", "%", "÷", "7", "8", "9", "×", "4", "5", "6", "−", "1", "2", "3", "+", "0", ".", "⌫", "="];

const operators: Record<string, (a: number, b: number) => number> = {
  "+": (a, b) => a + b,
  "−": (a, b) => a - b,
  "×": (a, b) => a * b,
  "÷": (a, b) => a / b,
};

export const newCalculator = (): Calculator => ({ shown: "0", stored: 0, operator: "", fresh: true });
export const isOperator = (key: string): boolean => key in operators || key === "=";

export function press(calculator: Calculator, key: string): Calculator {
  const { shown, fresh, operator, stored } = calculator;
  if (key === "C" || shown === "Error") return newCalculator();
  if (key === "⌫") return { ...calculator, shown: shown.slice(0, -1) || "0" };
  if (key === "±") return { ...calculator, shown: written(-Number(shown)) };
  if (key === "%") return { ...calculator, shown: written(Number(shown) / 100), fresh: true };
  if (/^[0-9.]$/.test(key)) return { ...calculator, shown: withDigit(fresh || shown === "0" ? "" : shown, key), fresh: false };
  const second = Number(shown);
  const result = fresh ? second : (operators[operator]?.(stored, second) ?? second);
  return { shown: written(result), stored: result, operator: key === "=" ? "" : key, fresh: true };
}

function withDigit(before: string, key: string): string {
  if (before.length >= 12 || (key === "." && before.includes("."))) return before;
  return key === "." ? `${before || "0"}.` : before + key;
}

function written(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(12))) : "Error";
}
