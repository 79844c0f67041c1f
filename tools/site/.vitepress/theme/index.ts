// System fonts: nothing has to arrive before text has its place.
import { onMounted } from "vue";
import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { keepMended } from "./mended.js";
import "./site.css";

export default {
  extends: DefaultTheme,
  setup() {
    onMounted(keepMended);
  },
} satisfies Theme;
