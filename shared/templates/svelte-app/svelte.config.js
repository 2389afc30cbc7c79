/** Options of the Svelte compiler. None are needed so far. */
export default {};
