import { describe, expect, it } from "vitest";
import { dollars, lasted, share, short } from "@/domain/amounts";

describe("amounts", () => {
  it("keep the digits of what is small", () => {
    expect(dollars(0.0123, "en")).toBe("$0.0123");
    expect(dollars(0, "en")).toBe("$0.00");
    expect(dollars(12.3456, "en")).toBe("$12.35");
    expect(dollars(1.5, "de")).toBe("1,50\u00a0$");
  });

  it("say how long something took in two units at most", () => {
    expect(["en", "de"].map((locale) => lasted(400, locale))).toEqual(["0.4 sec", "0,4 Sek."]);
    expect(lasted(59_600, "en")).toBe("1 min");
    expect(lasted(200_000, "en")).toBe("3 min 20 sec");
    expect(lasted(3_600_000, "en")).toBe("1h");
    expect(lasted(7_500_000, "en")).toBe("2h 5 min");
    expect(lasted(-5, "en")).toBe("0 sec");
  });

  it("know how much of a cap is used, also of none and of nothing", () => {
    expect([share(5, 20), share(30, 20), share(1, null), share(0, 0)]).toEqual([0.25, 1, 0, 1]);
  });

  it("are short beside others", () => expect(short(123_456, "en")).toBe("123K"));
});
