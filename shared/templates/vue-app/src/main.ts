import { createApp } from "vue";
import { createWebHashHistory, createWebHistory } from "vue-router";
import App from "./App.vue";
import { appRouter } from "./router";
import "./styles/index.css";

// An app that lives in a folder (built with a relative base) keeps its page in the address's hash.
const history = import.meta.env.BASE_URL === "/" ? createWebHistory() : createWebHashHistory();

createApp(App).use(appRouter(history)).mount("#root");
