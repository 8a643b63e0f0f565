/**
 * Fen for a quantity over a period: the 30-day price by days, less the package's discount, rounded once for a unit so that
 * ten units cost ten times one.
 */
export function priceOf(given: { price: number; days: number; discountPercent: number; quantity: number }) {
  const whole = (given.price * given.days) / 30
  const unit = Math.round((whole * (100 - given.discountPercent)) / 100)
  return { list: Math.round(whole) * given.quantity, payable: unit * given.quantity }
}
