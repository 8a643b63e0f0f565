export const coupons = {}
