import App from "./App.svelte";
import "./styles/index.css";

export default new App({ target: document.getElementById("app")! });
