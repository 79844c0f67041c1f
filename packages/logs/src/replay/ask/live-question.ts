import type { JudgeHandler, Need } from "@gatehouse-hooks/engine";
import { shownContext } from "@gatehouse-hooks/json";
import type { TokenCount } from "@gatehouse-hooks/local";

/** A need that a judge answers. */
export type JudgeNeed = Need & { readonly handler: JudgeHandler };

/** A question of a log that no record answers. */
export interface LiveQuestion {
  /** As records know it. */
  readonly key: string;
  readonly need: JudgeNeed;
  /** The model that is asked: `provider/model`. */
  readonly model: string;
  /** UTF-8 bytes that it holds in memory, about. */
  readonly bytes: number;
  /** Tokens that it will take, as far as one can say before. */
  readonly likely: TokenCount;
  /** Tokens that it can take, further attempts included. */
  readonly most: TokenCount;
}

/** What the judge writes around each question, in bytes, rounded up: roles, the fence, how to reply. */
const FRAME_BYTES = 4_096;
/** Of that, what is usual. */
const USUAL_FRAME_BYTES = 1_600;
/** What the judge sends of an event at most, in UTF-16 code units of up to three bytes each. */
const MOST_DATA_BYTES = 3 * 65_536;
/** Bytes of English or of commands that make a token, usually. A token has at least one. */
const BYTES_OF_TOKEN = 4;
/** Tokens of a usual reply, and of the longest that the judge lets a model write. */
const REPLY: Readonly<Record<"usual" | "most", number>> = { usual: 60, most: 2_048 };
/** The first attempt and two more. */
const ATTEMPTS = 3;

/** A question with what it may take. */
export function liveQuestion(key: string, need: JudgeNeed, standard: string): LiveQuestion {
  const { handler, event } = need;
  // As the judge writes it: `<` takes six bytes.
  const data = JSON.stringify(shownContext(handler, event));
  const bytes = Buffer.byteLength(data) + 5 * (data.split("<").length - 1);
  const prompt = Buffer.byteLength(handler.prompt);
  const places = Math.max(1, handler.prompt.split("{{").length - 1);
  const usual = prompt + bytes + USUAL_FRAME_BYTES;
  const most = prompt + Math.min(places * bytes, MOST_DATA_BYTES) + FRAME_BYTES;
  return {
    key,
    need,
    model: handler.model ?? standard,
    bytes: Buffer.byteLength(JSON.stringify(event)),
    likely: { input: Math.ceil(usual / BYTES_OF_TOKEN), output: REPLY.usual },
    most: { input: ATTEMPTS * most, output: ATTEMPTS * REPLY.most },
  };
}
