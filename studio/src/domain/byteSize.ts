/** How large something is, in a language's words: "1.2 MB". */
export function byteSize(bytes: number, locale: string): string {
  const unit = bytes < 1000 ? "byte" : bytes < 1_000_000 ? "kilobyte" : "megabyte";
  const value = bytes / { byte: 1, kilobyte: 1000, megabyte: 1_000_000 }[unit];
  return new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: 1 }).format(value);
}
