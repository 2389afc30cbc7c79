import { useState } from "react";
import Chart from "./Chart";
import { months } from "./months";

const millimetresAnInch = 25.4;

export default function App() {
  const [inches, setInches] = useState(false);
  const [table, setTable] = useState(false);
  const wettest = months.reduce((one, other) => (other.rain > one.rain ? other : one));
  const total = months.reduce((sum, month) => sum + month.rain, 0);

  function shown(rain: number) {
    return inches ? (rain / millimetresAnInch).toFixed(1) : String(rain);
  }

  const unit = inches ? "in" : "mm";
  return (
    <main className="container-page max-w-4xl py-12" id="main">
      <h1 className="text-4xl font-bold tracking-tight">Rain in our garden</h1>
      <p className="mt-4 text-lg text-muted">
        Most rain: <span data-testid="wettest">{wettest.name}</span>. Together:{" "}
        <span data-testid="total">
          {shown(total)} {unit}
        </span>
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <button
          aria-pressed={inches}
          className="min-h-11 rounded-full border border-line px-5 aria-pressed:bg-accent aria-pressed:text-on-accent"
          onClick={() => setInches(!inches)}
          type="button"
        >
          Inches
        </button>
        <button
          aria-pressed={table}
          className="min-h-11 rounded-full border border-line px-5 aria-pressed:bg-accent aria-pressed:text-on-accent"
          onClick={() => setTable(!table)}
          type="button"
        >
          Table
        </button>
      </div>
      <div className="mt-8 rounded-card border border-line bg-surface p-4">
        {table ? (
          <table className="w-full text-left">
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col">Rain ({unit})</th>
              </tr>
            </thead>
            <tbody>
              {months.map((month) => (
                <tr className="border-t border-line" key={month.name}>
                  <th className="py-2 font-medium" scope="row">
                    {month.name}
                  </th>
                  <td>{shown(month.rain)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <Chart months={months} shown={shown} />
        )}
      </div>
    </main>
  );
}
