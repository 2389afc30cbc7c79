import { Link } from "@tanstack/react-router";
import { nearOf, usersOf } from "@/data/packages";
import { codeOf, detailOf } from "@/data/problem";
import { usePackageWords } from "@/messages/packages/usePackageWords";
import { Fault } from "@/ui/Fault";

/** Why the package was not begun, or not removed: the apps that use it are a click away. */
export function AdditionFault({ name, begun, removed }: { name: string; begun: Error | null; removed: Error | null }) {
  const words = usePackageWords();
  const near = nearOf(begun);
  if (near) return <Fault title={words.form.failed} detail={words.form.near(name, near)} />;
  if (begun) return <Fault title={words.form.failed} detail={codeOf(begun) === "CATALOG_BUSY" ? words.form.busy : detailOf(begun)} />;
  if (!removed) return null;
  if (codeOf(removed) !== "PACKAGE_IN_USE") return <Fault title={words.notDone} detail={detailOf(removed)} />;
  return (
    <Fault
      title={words.inUse}
      action={
        <ul className="flex flex-wrap gap-x-4">
          {usersOf(removed).map(({ app_id: app, name }) => (
            <li key={app}>
              <Link to="/apps/$app" params={{ app }} className="inline-flex min-h-8 items-center font-semibold [overflow-wrap:anywhere] underline max-md:min-h-11">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      }
    />
  );
}
