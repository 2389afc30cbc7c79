import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { detailOf } from "@/data/problem";
import { fullMessageQuery, type ModelMessage } from "@/data/turns";
import { useMessages } from "@/messages/useMessages";
import { CutText } from "@/ui/CutText";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

/** All that the provider answered to one call, as plain text. */
export function FullResponse({ message, onClose }: { message: ModelMessage; onClose: () => void }) {
  const { turn, common } = useMessages();
  const query = useQuery(fullMessageQuery(useApi(), message.id));
  const response = query.data?.openai_response;
  return (
    <Dialog title={turn.fullTitle(message.call)} close={common.close} onClose={onClose}>
      {query.isPending && <Working label={common.loading} />}
      {query.isError && <Fault title={turn.fullFailed} detail={detailOf(query.error)} />}
      {query.isSuccess && !response && <p>{turn.noResponse}</p>}
      {response && <CutText label={turn.full} text={JSON.stringify(response, null, 2)} />}
    </Dialog>
  );
}
