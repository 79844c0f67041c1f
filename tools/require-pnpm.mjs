// A bare `npm install` cannot resolve `workspace:*` and would leave a broken tree.
const agent = process.env.npm_config_user_agent ?? "";
if (!agent.startsWith("pnpm/")) {
  console.error(
    "This workspace is installed with pnpm. Run `npm run demo` or `npm test`: they bring the pinned pnpm along.",
  );
  process.exit(1);
}
