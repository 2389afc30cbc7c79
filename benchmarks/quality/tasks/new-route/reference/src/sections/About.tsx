import { about } from "../content";

export default function About() {
  return (
    <section className="container-page py-20">
      <h1 className="text-5xl font-extrabold tracking-tight">{about.title}</h1>
      <p className="mt-6 max-w-2xl text-lg leading-relaxed text-muted">{about.text}</p>
    </section>
  );
}
