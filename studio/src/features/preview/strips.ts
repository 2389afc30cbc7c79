/** Strips above the page that most pages never have. */
export { BlockedHosts } from "@/features/preview/BlockedHosts";
export { FailedBuild } from "@/features/preview/FailedBuild";
export { StorageNote } from "@/features/preview/StorageNote";
