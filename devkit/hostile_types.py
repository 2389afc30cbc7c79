"""Projects whose types cost a checker as much as they can: what a stranger may write, by checker and by kind.

Each is a whole project of a few files over the `react`, `vue` or `svelte` template. The kinds are those of the public
reports about `tsc`, `vue-tsc` and `svelte-check` being slow or running out of memory: recursion, unions that multiply,
literals that are built, inference, variance, classes, declarations, markup and configuration.
"""

import json

from shared.services.assets.load_templates import load_templates

Files = dict[str, bytes]

_DOUBLED = "type T0 = {a: 1} | {b: 2};\n" + "".join(f"type T{n} = [T{n - 1}, T{n - 1}];\n" for n in range(1, 26))
_LETTERS = "type L = " + "|".join(f"'{letter}'" for letter in "abcdefghijklmnopqrstuvwxyz") + ";\n"
_COUNT = "type Count<N extends number, T extends 0[] = []> = T['length'] extends N ? T : Count<N, [...T, 0]>;\n"
_ADD = "type Add<A extends 0[], B extends 0[]> = [...A, ...B];\n"

_TYPES: dict[str, str] = {
    "a tuple that is built": _COUNT + "export type X = [" + ",".join(f"Count<{990 - n}>" for n in range(400)) + "];",
    "recursion in both branches": (
        "type R<N extends 0[]> = N['length'] extends 24 ? 0 : [R<[...N, 0]>, R<[...N, 0]>];\n"
        "export const x: R<[]> = null!; export const y: R<[]>[0] = x;"
    ),
    "recursion that never ends": "type R<T> = T extends 0 ? 0 : R<[T]>;\nexport const x: R<string> = 0;",
    "an alias of itself twice": "type A<T> = T extends 0 ? 0 : A<[T]> | A<[T, T]>;\nexport const x: A<1> = 0;",
    "types that double": _DOUBLED + "export const x: T25 = null!; export const y: {c: 1} = x;",
    "unions that multiply": _LETTERS + "export type X = `${L}${L}${L}${L}${L}`;",
    "unions of literals that are compared": (
        _LETTERS + "type P = `${L}${L}${L}`;\nexport const f = (a: P): Exclude<P, 'aaa'> => a as Exclude<P, P>;"
    ),
    "a long literal that is taken apart": (
        "type S<T extends string> = T extends `${infer A}${infer B}` ? A | S<B> : never;\n"
        f"export type X = S<'{'ab' * 500}'>; export const x: X = 'a';"
    ),
    "replacements in a literal": (
        "type R<T extends string> = T extends `${infer A}a${infer B}` ? R<`${A}b${B}`> : T;\n"
        f"export const x: R<'{'a' * 900}'> = 'b';"
    ),
    "an object type that is mapped again and again": (
        "type M<T> = {[K in keyof T]: {[J in keyof T]: T[J]}};\n"
        f"type O = {{{''.join(f'a{n}: {n};' for n in range(300))}}};\nexport const x: M<M<M<O>>> = {{}};"
    ),
    "intersections of wide objects": (
        "".join(f"type I{n} = {{{''.join(f'k{m}: {n * m};' for m in range(200))}}};\n" for n in range(60))
        + "export const x: " + "&".join(f"I{n}" for n in range(60)) + " = {};"
    ),
    "a union of many objects against another": (
        "type U = " + "|".join(f"{{k: {n}; v: {{w: {n}}}}}" for n in range(2_000)) + ";\n"
        "type W = " + "|".join(f"{{k: {n}; v: {{w: {n}; x?: 1}}}}" for n in range(2_000)) + ";\n"
        "export const f = (u: U): W => u;"
    ),
    "overloads without end": (
        "".join(f"export function f(a: {n}, b: {n}): {n};\n" for n in range(3_000))
        + "export function f(a: unknown): unknown { return a; }\n"
        + "".join(f"f({n}, {n + 1});\n" for n in range(300))
    ),
    "arrow functions in each other": (
        "declare function id<T>(f: (x: T) => T): T;\nexport const x = " + "id(() => " * 60 + "1" + ")" * 60 + ";"
    ),
    "calls that infer from each other": (
        "declare function p<A, B>(f: (a: A) => B): <C>(g: (b: B) => C) => C;\n"
        "export const x = " + "p((a: any) => " * 40 + "a" + ")((b: any) => b)" * 40 + ";"
    ),
    "variance of types in each other": (
        "".join(f"interface V{n}<T> {{a: V{(n + 1) % 80}<() => T>; b: V{(n + 7) % 80}<(x: T) => void>}}\n"
                for n in range(80))
        + "export const f = (x: V0<string>): V0<string | number> => x;"
    ),
    "classes that extend each other": (
        "class C0 { x = 0 }\n" + "".join(f"class C{n} extends C{n - 1} {{ y{n} = this.x }}\n" for n in range(1, 1_500))
        + "export const x: C0 = new C1499();"
    ),
    "bounds that name each other": (
        "type B<" + ",".join(f"T{n} extends keyof T{(n + 1) % 40}" for n in range(40)) + "> = T0;\nexport type X = B<"
        + ",".join("'a'" for _ in range(40)) + ">;"
    ),
    "an addition of long tuples": (
        _COUNT + _ADD + "type N = Count<900>;\nexport type X = [" + ",".join("Add<N, N>" for _ in range(300)) + "];"
    ),
    "a big literal object": (
        "export const x = {" + ",".join(f"k{n}: [{n}, '{n}']" for n in range(20_000)) + "} as const;"
    ),
    "a sum of a thousand texts": "export const x = " + " + ".join(f"'{n}'" for n in range(5_000)) + ";",
    "brackets in each other": "export const x = " + "[" * 2_000 + "]" * 2_000 + ";",
    "generic types in each other": "export type X = " + "Array<" * 3_000 + "1" + ">" * 3_000 + ";",
    "conditions in each other": "export const x = (a: any) => " + "a ? " * 1_000 + "1" + " : 2" * 1_000 + ";",
    "a flow of many branches": (
        "export function f(x: string | number) {\n" + "if (typeof x === 'string') x = 1; else x = 'a';\n" * 4_000
        + "return x;\n}"
    ),
    "an enumeration of sums": (
        "export enum E { A0 = 1," + ",".join(f"A{n} = A{n - 1} | A{n - 1}" for n in range(1, 5_000)) + "}"
    ),
    "globals that are declared again": (
        "export {};\ndeclare global { "
        + "".join(f"interface Window {{ a{n}: Window['a{n + 1}'] }}\n" for n in range(1_500))
        + "}\nexport const x: Window['a0'] = 0;"
    ),
}  # fmt: skip

_MARKUP: dict[str, tuple[str, str, str]] = {
    "elements of React in each other": (
        "react", "src/deep.tsx", "export const X = () => <>" + "<div>" * 1_500 + "</div>" * 1_500 + "</>;",
    ),
    "properties that are spread": (
        "react",
        "src/spread.tsx", "type P = {" + "".join(f"a{n}?: {n} | {n + 1};" for n in range(400)) + "};\n"
        "const C = (p: P) => null;\nexport const X = (p: P) => <>" + "<C {...p} {...p} {...p} />" * 300 + "</>;",
    ),
    "a Vue component of doubled types": (
        "vue",
        'src/Bomb.vue', '<script setup lang="ts">\n' + _DOUBLED
        + "defineProps<{x: T25}>()\n</script>\n<template><p>{{ x }}</p></template>",
    ),
    "lists in a Vue template": (
        "vue",
        'src/Lists.vue', '<script setup lang="ts">\nconst a = [[1]]\n</script>\n<template>'
        + '<div v-for="(x, i) in a" :key="i">' * 60 + "{{ x }}" + "</div>" * 60 + "</template>",
    ),
    "a Vue template of counted tuples": (
        "vue",
        'src/Count.vue', '<script setup lang="ts">\n' + _COUNT
        + "const x = [] as unknown as [" + ",".join(f"Count<{990 - n}>" for n in range(200)) + "]\n</script>\n"
        "<template><p>{{ x[0].length }}</p></template>",
    ),
    "a Svelte component of doubled types": (
        "svelte",
        'src/Bomb.svelte', '<script lang="ts">\n' + _DOUBLED
        + "let { x }: { x: T25 } = $props();\nconst y: {c: 1} = x;\n</script>\n<p>{y}</p>",
    ),
    "blocks in a Svelte component": (
        "svelte",
        'src/Blocks.svelte', '<script lang="ts">\nlet a = [[1]];\n</script>\n'
        + "{#each a as x}{#if x}" * 60 + "x" + "{/if}{/each}" * 60,
    ),
}  # fmt: skip

_CONFIGURATION: dict[str, dict[str, str]] = {
    "a configuration that extends itself": {"tsconfig.json": '{"extends": "./tsconfig.json"}'},
    "configurations that extend each other": {
        "tsconfig.json": '{"extends": "./c0.json", "include": ["src"]}',
        **{f"c{n}.json": json.dumps({"extends": [f"./c{n + 1}.json", f"./c{n + 2}.json"]}) for n in range(24)},
        "c24.json": "{}", "c25.json": "{}",
    },
    "projects that refer to each other": {
        "tsconfig.json": '{"files": [], "references": [{"path": "./a"}]}',
        "a/tsconfig.json": '{"compilerOptions": {"composite": true}, "references": [{"path": "../b"}]}',
        "b/tsconfig.json": '{"compilerOptions": {"composite": true}, "references": [{"path": "../a"}]}',
    },
    "the whole machine as source": {
        "tsconfig.json": json.dumps({"compilerOptions": {"allowJs": True, "noEmit": True}, "include": ["/**/*"]}),
    },
    "all packages as source": {
        "tsconfig.json": json.dumps({
            "compilerOptions": {"allowJs": True, "checkJs": True, "noEmit": True, "maxNodeModuleJsDepth": 20},
            "include": ["node_modules/**/*"], "exclude": [],
        }),
    },
    "aliases without end": {
        "tsconfig.json": json.dumps({
            "compilerOptions": {
                "noEmit": True, "paths": {f"a{n}/*": [f"./x{m}/*" for m in range(50)] for n in range(400)},
            },
            "include": ["src"],
        }),
        "src/imports.ts": "".join(f"import 'a{n}/b{n}';\n" for n in range(400)),
    },
    "folders of types that are pipes and processes": {
        "tsconfig.json": json.dumps({
            "compilerOptions": {"noEmit": True, "typeRoots": ["/proc", "/dev", "/sys"], "types": ["self"]},
            "include": ["src"],
        }),
    },
}  # fmt: skip


def hostile_projects() -> dict[str, Files]:
    """By name, the files of each project."""
    of_types = {name: _over("react", {"src/hostile.ts": text}) for name, text in _TYPES.items()}
    of_markup = {name: _over(template, {path: text}) for name, (template, path, text) in _MARKUP.items()}
    return of_types | of_markup | {name: _over("react", files) for name, files in _CONFIGURATION.items()}


def _over(template: str, files: dict[str, str]) -> Files:
    return dict(load_templates()[template].files) | {path: text.encode() for path, text in files.items()}
