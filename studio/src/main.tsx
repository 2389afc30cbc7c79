import "@/styles/main.css";
import { createRoot } from "react-dom/client";
import { Root } from "@/app/Root";

const root = document.getElementById("root");
if (root) createRoot(root).render(<Root />);
