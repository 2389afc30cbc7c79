import { Link } from "react-router";
import Page from "../layout/Page";
import EmptyState from "../ui/EmptyState";

export default function NotFoundPage() {
  return (
    <Page title="Page not found">
      <div className="card">
        <EmptyState picture="lost" text="The address may have changed, or was mistyped." title="This way leads nowhere">
          <Link className="button button-primary" to="/">
            Back to the overview
          </Link>
        </EmptyState>
      </div>
    </Page>
  );
}
