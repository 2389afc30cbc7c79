/** What a tab keeps of its own, and behind it what any tab of this browser wrote last: tabs do not overwrite one another's. */
export type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export const tabStorage: TextStorage = {
  getItem: (key) => sessionStorage.getItem(key) ?? localStorage.getItem(key),
  setItem: (key, text) => {
    sessionStorage.setItem(key, text);
    localStorage.setItem(key, text);
  },
  /** An empty text stays for this tab, so that it does not begin anew with the words of another. */
  removeItem: (key) => {
    const own = sessionStorage.getItem(key);
    if (own === null || own === localStorage.getItem(key)) localStorage.removeItem(key);
    sessionStorage.setItem(key, "");
  },
};
