import { useState } from "react";
import { people, type Person } from "./people";

type Column = keyof Person;
type Order = { by: Column; down: boolean };

const columns: { id: Column; label: string }[] = [
  { id: "name", label: "Name" },
  { id: "role", label: "Role" },
  { id: "city", label: "City" },
  { id: "since", label: "Start date" },
  { id: "salary", label: "Salary" },
];
const pageSize = 5;

function sorted(rows: Person[], order: Order | null): Person[] {
  if (order === null) return rows;
  const compare = (one: Person, other: Person) => {
    const [a, b] = [one[order.by], other[order.by]];
    return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
  };
  const ordered = [...rows].sort(compare);
  return order.down ? ordered.reverse() : ordered;
}

function matching(rows: Person[], words: string): Person[] {
  const wanted = words.trim().toLowerCase();
  return rows.filter((row) => [row.name, row.role, row.city].some((text) => text.toLowerCase().includes(wanted)));
}

export default function App() {
  const [order, setOrder] = useState<Order | null>(null);
  const [words, setWords] = useState("");
  const [page, setPage] = useState(0);
  const rows = sorted(matching(people, words), order);
  const shown = rows.slice(page * pageSize, (page + 1) * pageSize);
  const from = rows.length === 0 ? 0 : page * pageSize + 1;

  function sortBy(by: Column) {
    setOrder({ by, down: order?.by === by && !order.down });
    setPage(0);
  }

  return (
    <main className="container-page py-12" id="main">
      <h1 className="text-4xl font-bold tracking-tight">Our team</h1>
      <label className="mt-8 block max-w-sm font-medium">
        Search
        <input
          className="mt-2 block min-h-11 w-full rounded-lg border border-line bg-surface px-3"
          onChange={(event) => {
            setWords(event.target.value);
            setPage(0);
          }}
          type="search"
          value={words}
        />
      </label>
      <div className="mt-6 overflow-x-auto rounded-card border border-line bg-surface">
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-line">
              {columns.map((column) => (
                <th
                  aria-sort={order?.by === column.id ? (order.down ? "descending" : "ascending") : "none"}
                  key={column.id}
                  scope="col"
                >
                  <button
                    className="min-h-11 px-4 font-semibold whitespace-nowrap"
                    onClick={() => sortBy(column.id)}
                    type="button"
                  >
                    {column.label}
                    <span aria-hidden="true">{order?.by === column.id ? (order.down ? " \u2193" : " \u2191") : ""}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr className="border-b border-line last:border-0" key={row.name}>
                <td className="px-4 py-3 font-medium">{row.name}</td>
                <td className="px-4 py-3">{row.role}</td>
                <td className="px-4 py-3">{row.city}</td>
                <td className="px-4 py-3 whitespace-nowrap">{row.since}</td>
                <td className="px-4 py-3">{row.salary}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <button
          className="min-h-11 rounded-full border border-line px-5 disabled:opacity-40"
          disabled={page === 0}
          onClick={() => setPage(page - 1)}
          type="button"
        >
          Previous
        </button>
        <button
          className="min-h-11 rounded-full border border-line px-5 disabled:opacity-40"
          disabled={(page + 1) * pageSize >= rows.length}
          onClick={() => setPage(page + 1)}
          type="button"
        >
          Next
        </button>
        <p aria-live="polite" className="text-muted" data-testid="range">
          Showing {from}-{from === 0 ? 0 : from + shown.length - 1} of {rows.length}
        </p>
      </div>
    </main>
  );
}
