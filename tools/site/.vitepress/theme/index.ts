// System fonts: nothing has to arrive before text has its place.
export { default } from "vitepress/theme-without-fonts";
import "./site.css";
