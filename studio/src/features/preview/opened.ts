/** What is opened over a page, and fetched then. */
export { CheckRecorder } from "@/features/preview/check/CheckRecorder";
export { ConsolePanel } from "@/features/preview/ConsolePanel";
export { PictureDialog } from "@/features/preview/picture/PictureDialog";
