import { app } from "./app";
import { startTheme } from "./theme";
import "./styles/index.css";

document.getElementById("app")!.innerHTML = app().text;
startTheme();
