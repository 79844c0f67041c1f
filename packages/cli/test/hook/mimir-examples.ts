/** What a hook has started: a program, and its words. */
export interface Started {
  readonly program: string;
  readonly args: readonly string[];
}

/** The eight examples of document 003 that enforce nothing, by what they are called there. Programs are stand-ins that log how they were started. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  "global hooks": `hooks:
  pre-file-write:
    command: npx eslint --fix {file_path}
    timeout: 10000  # 10 seconds
    continueOnError: true
  post-file-write:
    command: npm test -- {file_path}
    timeout: 30000
    continueOnError: true
    patterns:
      - "**/*.ts"
      - "!**/*.test.ts"
  pre-bash-execution:
    command: python scripts/validate-command.py "{bash_command}"
    timeout: 50000
    continueOnError: false
  post-agent-execute:
    command: |
      git add .
      git commit -m "Agent task: {task_description}"
    timeout: 10000
    continueOnError: true
    prompt: true
`,
  "project hooks": `hooks:
  pre-file-write:
    command: npx prettier --write {file_path}
    timeout: 50000
    continueOnError: true
  post-file-write:
    command: npx tsc --noEmit
    timeout: 20000
    continueOnError: true
    patterns:
      - "**/*.ts"
      - "**/*.tsx"
  on-agent-error:
    command: |
      curl -X POST https://example.com/... \\
        -d '{"text":"Agent error: {error_message}"}'
    timeout: 50000
    continueOnError: true
`,
  "example 1, format": `hooks:
  pre-file-write:
    command: |
      # Format with Prettier
      npx prettier --write {file_path}

      # Lint with ESLint
      npx eslint --fix {file_path}
    timeout: 15000
    continueOnError: true
    patterns: ["**/*.ts", "**/*.tsx", "**/*.js"]
`,
  "example 2, tests": `hooks:
  post-file-write:
    command: npm test -- --findRelatedTests {file_path}
    timeout: 60000  # 1 minute
    continueOnError: true
    patterns:
      - "src/**/*.ts"
      - "!src/**/*.test.ts"
`,
  "example 3, validate": `hooks:
  pre-bash-execution:
    command: python scripts/validate-bash.py "{bash_command}"
    timeout: 50000
    continueOnError: false
`,
  "example 4, commit": `hooks:
  post-agent-execute:
    command: |
      # Only commit if agent succeeded
      if [ "{agent_status}" = "completed" ]; then
        git add .
        git commit -m "Agent task: {task_description}

        Agent: {agent_role} ({agent_model})
        Tokens: {tokens_used}
        Cost: \${cost}
        "
      fi
    timeout: 10000
    continueOnError: true
    prompt: true
`,
  "example 5, notify": `hooks:
  on-agent-error:
    command: |
      curl -X POST https://example.com/services/X \\
        -H 'Content-Type: application/json' \\
        -d '{
          "text": "Agent Error",
          "blocks": [
            {
              "type": "section",
              "text": {
                "type": "mrkdwn",
                "text": "*Task:* {task_description}\\n*Error:* {error_message}\\n*Agent:* {agent_role} ({agent_model})"
              }
            }
          ]
        }'
    timeout: 50000
    continueOnError: true
    environment:
      SLACK_WEBHOOK_URL: "\${SLACK_WEBHOOK_URL}"
`,
  "example 6, size": `hooks:
  pre-context-add:
    command: |
      # Check context size before adding
      CURRENT_SIZE={context_tokens}
      MAX_SIZE=100000

      if [ $CURRENT_SIZE -gt $MAX_SIZE ]; then
        echo "Context size exceeds limit: $CURRENT_SIZE / $MAX_SIZE tokens"
        echo "Consider running: /context prune"
        exit 1  # Block adding to context
      fi
    timeout: 10000
    continueOnError: false
`,
};

/** A program that logs how it was started, a line for each start, and then does what is given. */
export function standIn(then: string): string {
  return `#!/bin/sh
{ printf '%s' "\${0##*/}"; for word; do printf '\\036%s' "$word"; done; printf '\\035'; } >> "$STARTED"
${then}
`;
}

/** What the stand-ins have logged. */
export function readStarted(text: string): readonly Started[] {
  return text
    .split("\u001d")
    .slice(0, -1)
    .map((line) => {
      const [program = "", ...args] = line.split("\u001e");
      return { program, args };
    });
}
