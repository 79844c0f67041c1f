declare const CONDITIONS: readonly (readonly [text: string, ast: string, steps: string])[];
export = CONDITIONS;
