import { startApp } from "./app";
import "./styles/index.css";

startApp(document.getElementById("root")!);
