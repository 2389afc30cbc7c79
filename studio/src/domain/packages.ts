/** What npm takes as a name and as one version, as far as a person may have mistyped it. */
const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/[a-z0-9~-]|[a-z0-9~])[a-z0-9._~-]*$/;
const VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]{1,60})?$/;
const NAME_MOST = 214;

export const isPackageName = (name: string): boolean => name.length <= NAME_MOST && NAME.test(name);
export const isPackageVersion = (version: string): boolean => VERSION.test(version);

/** A package that somebody came to decide about. */
export interface PackageWish {
  name: string;
  line: string | undefined;
}
