import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { scaffoldsQuery } from "@/data/scaffolds";
import type { Workspace } from "@/data/workspace";
import type { Place } from "@/domain/place";
import { inWords } from "@/domain/scaffold";
import { FeatureGallery } from "@/features/scaffolds/FeatureGallery";
import { FeaturePage } from "@/features/scaffolds/FeaturePage";
import { useFeatureWords } from "@/messages/features/useFeatureWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Props {
  workspace: Workspace;
  /** The feature that the address names. */
  feature: string | undefined;
  onOpen: (place: Place) => void;
  /** Puts words for the agent into the message box. */
  onAsk: (words: string) => void;
}

/** The features that are set up from ready code: all of them, or the one that was asked for. */
export function FeaturesPane({ workspace: { app }, feature, onOpen, onAsk }: Props) {
  const { common } = useMessages();
  const words = useFeatureWords();
  const query = useQuery(scaffoldsQuery(useApi(), app.id));
  const toAll = () => onOpen({ tab: "features" });
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Notice tone="bad" title={words.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  if (query.data.length === 0) return <Notice title={words.noneTitle} text={words.noneText} />;
  const stands = query.data.map((stand) => ({ ...stand, scaffold: inWords(stand.scaffold, words.about[stand.scaffold.key]) }));
  if (!feature) return <FeatureGallery stands={stands} onOpen={(key) => onOpen({ tab: "features", feature: key })} />;
  const at = stands.findIndex(({ scaffold }) => scaffold.key === feature);
  const [stand, original] = [stands[at], query.data[at]?.scaffold];
  if (!stand || !original) return <Notice title={words.unknown} action={<Button onClick={toAll}>{words.all}</Button>} />;
  return <FeaturePage key={feature} app={app} stand={stand} original={original} leads={{ onOpen, onAsk }} />;
}
