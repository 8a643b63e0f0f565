export const sales = {}
