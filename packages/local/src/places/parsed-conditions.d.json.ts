declare const CONDITIONS: readonly (readonly [text: string, ast: string, spans: string])[];
export = CONDITIONS;
