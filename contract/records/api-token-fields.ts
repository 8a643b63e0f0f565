/** Labels and limits of a token's fields, without zod. */
export const apiTokenFields = { name: { label: '名称', max: 40 }, networks: { label: '允许的网络', most: 20 } } as const
