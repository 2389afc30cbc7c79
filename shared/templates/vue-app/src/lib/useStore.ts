import { onScopeDispose, shallowRef, type ShallowRef } from "vue";
import type { Store } from "./store";

export function useStore<T>(store: Store<T>): Readonly<ShallowRef<T>> {
  const value = shallowRef(store.get());
  onScopeDispose(store.subscribe((now) => (value.value = now)));
  return value;
}
