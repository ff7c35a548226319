/** Compares with what the page has now, as people change inputs themselves. For the type checker alone. */
export declare const live: (value: unknown) => unknown;
