import type { Order } from "@/domain/shelf";
import { useMessages } from "@/messages/useMessages";
import { Choice } from "@/ui/Choice";

interface Props {
  words: string;
  onSearch: (words: string) => void;
  order: Order;
  onOrder: (order: Order) => void;
}

export function ShelfTools({ words, onSearch, order, onOrder }: Props) {
  const { home } = useMessages();
  const orders = (["updated", "name", "created"] as const).map((value) => ({ value, label: home.sorts[value] }));
  return (
    <div className="flex items-center gap-3 max-md:w-full">
      <input
        type="search"
        aria-label={home.search}
        placeholder={home.search}
        value={words}
        onChange={(event) => onSearch(event.target.value)}
        className="min-h-8 w-56 min-w-0 rounded-md border border-edge bg-surface px-3 text-sm placeholder:text-muted max-md:min-h-11 max-md:grow"
      />
      <Choice label={home.sort} value={order} options={orders} onChoose={onOrder} />
    </div>
  );
}
