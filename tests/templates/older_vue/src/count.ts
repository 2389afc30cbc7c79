import { defineStore } from 'pinia'

export const useCount = defineStore('count', {
  state: () => ({ count: 2 }),
  getters: { double: (state) => state.count * 2 },
  actions: {
    add(by: number) {
      this.count += by
    },
  },
})
