/** @type {import('tailwindcss').Config} */
export default {
  content: ['./index.html', './src/**/*.{vue,ts}'],
  theme: { extend: { colors: { brand: 'rgb(18 52 86)' } } },
  plugins: [],
}
