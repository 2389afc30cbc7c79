/** A calculator. `stored` and `operator` wait for the second number; `fresh` means the next digit begins a new one. */
export type Calculator = { shown: string; stored: number; operator: string; fresh: boolean };

export const keys = ["C", "±", "%", "÷", "7", "8", "9", "×", "4", "5", "6", "−", "1", "2", "3", "+", "0", ".", "⌫", "="];
export const names: Record<string, string> = {
  C: "Clear",
  "±": "Change sign",
  "%": "Percent",
  "÷": "Divided by",
  "×": "Times",
  "−": "Minus",
  "+": "Plus",
  ".": "Point",
  "⌫": "Delete digit",
  "=": "Equals",
};

const operators: Record<string, (a: number, b: number) => number> = {
  "+": (a, b) => a + b,
  "−": (a, b) => a - b,
  "×": (a, b) => a * b,
  "÷": (a, b) => a / b,
};

export function newCalculator(): Calculator {
  return { shown: "0", stored: 0, operator: "", fresh: true };
}

export function isOperator(key: string): boolean {
  return key in operators || key === "=";
}

export function press(calculator: Calculator, key: string): Calculator {
  if (key === "C" || calculator.shown === "Error") return newCalculator();
  if (/^[0-9.]$/.test(key)) return enterDigit(calculator, key);
  if (key === "⌫") return { ...calculator, shown: calculator.shown.slice(0, -1) || "0" };
  if (key === "±") return { ...calculator, shown: show(-Number(calculator.shown)) };
  if (key === "%") return { ...calculator, shown: show(Number(calculator.shown) / 100), fresh: true };
  return apply(calculator, key);
}

function enterDigit(calculator: Calculator, key: string): Calculator {
  const before = calculator.fresh || calculator.shown === "0" ? "" : calculator.shown;
  if (key === "." && before.includes(".")) return calculator;
  if (before.length >= 12) return calculator;
  return { ...calculator, shown: key === "." ? `${before || "0"}.` : before + key, fresh: false };
}

function apply(calculator: Calculator, key: string): Calculator {
  const second = Number(calculator.shown);
  const operation = operators[calculator.operator];
  const result = operation && !calculator.fresh ? operation(calculator.stored, second) : second;
  return { shown: show(result), stored: result, operator: key === "=" ? "" : key, fresh: true };
}

function show(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(12))) : "Error";
}
