import { usePath } from "./paths";
import About from "./sections/About";
import Features from "./sections/Features";
import Footer from "./sections/Footer";
import Header from "./sections/Header";
import Hero from "./sections/Hero";
import Steps from "./sections/Steps";

export default function App() {
  const about = usePath().replace(/\/$/, "") === "/about";
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        {about ? (
          <About />
        ) : (
          <>
            <Hero />
            <Features />
            <Steps />
          </>
        )}
      </main>
      <Footer />
    </>
  );
}
