"""Which projects show that imports work: those named by hand, and eight drawn before the work on them began."""

import random

NAMED = (
    "create-vite-react-ts", "create-vite-react", "create-vite-vue-ts", "create-vite-svelte-ts",
    "create-vite-vanilla-ts", "create-vue", "lovable", "shadcn-admin", "mantine-vite", "tailadmin-react",
    "tailadmin-vue", "bulletproof-react", "shadcn-vite-app", "bolt-react", "vitesse", "vitesse-lite", "vitamin",
    "material-ui-vite", "create-vuetify", "tauri-svelte", "tauri-react", "ant-design-vite",
)  # fmt: skip
OTHERS = (
    "chakra-vite", "heroui-vite", "redux-vite", "tanstack-router", "tanstack-query", "primevue-vite",
    "naive-ui-starter", "element-plus-vite", "daisyui-vite", "react-three-fiber", "phaser-vite-ts", "phaser-react",
    "pixi-vite", "create-vite-lit-ts", "xstate-vite", "jotai-vite", "msw-react", "apollo-client", "styled-components",
    "emotion-vite", "react-leaflet", "pwa-vue", "i18next-react", "create-vite-vanilla-4", "multi-page-vanilla",
    "root-in-src",
)  # fmt: skip
DRAWN = tuple(random.Random(17).sample(OTHERS, 8))  # noqa: S311
"""By 2026-11-26, 08:35, before the first of them was looked at."""
