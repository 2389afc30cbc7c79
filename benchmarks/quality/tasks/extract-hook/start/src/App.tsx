import Notes from "./components/Notes";
import Water from "./components/Water";

export default function App() {
  return (
    <main className="container-page max-w-2xl space-y-8 py-12" id="main">
      <h1 className="text-4xl font-bold tracking-tight">My desk</h1>
      <Notes />
      <Water />
    </main>
  );
}
