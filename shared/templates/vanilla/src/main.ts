import { app } from "./app";
import "./styles/index.css";

document.getElementById("app")!.innerHTML = app().text;
