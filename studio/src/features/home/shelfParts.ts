/** What is fetched when an app is deleted or brought back. */
export { DeleteDialog } from "@/features/home/DeleteDialog";
export { DeletedList } from "@/features/home/DeletedList";
