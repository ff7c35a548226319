/** What the pages use of lit-html, for the type checker alone. */
export interface Drawing {
  readonly strings: TemplateStringsArray;
}
export declare const html: (strings: TemplateStringsArray, ...values: unknown[]) => Drawing;
export declare const svg: (strings: TemplateStringsArray, ...values: unknown[]) => Drawing;
/** Draws nothing. The checker takes it for a drawing, so that either may be given back. */
export declare const nothing: Drawing;
export declare function render(value: unknown, container: HTMLElement | DocumentFragment): unknown;
