import { Route, Routes } from "react-router";
import AppLayout from "./layout/AppLayout";
import NotFoundPage from "./pages/NotFoundPage";
import OverviewPage from "./pages/OverviewPage";
import ProjectsPage from "./pages/ProjectsPage";
import SettingsPage from "./pages/SettingsPage";

export default function App() {
  return (
    <Routes>
      <Route element={<AppLayout />}>
        <Route element={<OverviewPage />} index />
        <Route element={<ProjectsPage />} path="projects" />
        <Route element={<SettingsPage />} path="settings" />
        <Route element={<NotFoundPage />} path="*" />
      </Route>
    </Routes>
  );
}
