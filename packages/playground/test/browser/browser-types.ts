/** The part of playwright-core that is used: it is not installed where the sources are compiled. */
export interface BrowserPage {
  readonly goto: (url: string) => Promise<unknown>;
  readonly reload: () => Promise<unknown>;
  readonly url: () => string;
  readonly evaluate: (script: string) => Promise<unknown>;
  /** The first element that a selector finds, once it can be clicked. */
  readonly click: (selector: string) => Promise<void>;
  readonly screenshot: (options: { path: string; fullPage: boolean }) => Promise<unknown>;
  readonly keyboard: {
    readonly press: (key: string) => Promise<void>;
    readonly insertText: (text: string) => Promise<void>;
  };
  readonly on: (event: string, listener: (said: Said) => void) => unknown;
  readonly context: () => {
    readonly newCDPSession: (page: BrowserPage) => Promise<DevTools>;
  };
  readonly close: () => Promise<void>;
}

/** Chromium's own protocol. */
export interface DevTools {
  readonly send: (method: string, parameters?: object) => Promise<unknown>;
}

/** A message on the console, an error or a request. */
export interface Said {
  readonly type?: () => string;
  readonly text?: () => string;
  readonly url?: () => string;
  readonly message?: string;
}

/** Of a page. */
export interface PageOptions {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: "light" | "dark";
  readonly bypassCSP?: boolean;
}

/** The module. */
export interface Playwright {
  readonly chromium: {
    readonly launch: (options: { executablePath: string; args: readonly string[] }) => Promise<{
      readonly newPage: (options: PageOptions) => Promise<BrowserPage>;
      readonly version: () => string;
      readonly close: () => Promise<void>;
    }>;
  };
}
