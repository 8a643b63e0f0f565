import { priceOf } from '#contract/prices.ts'
import { yuan } from '#web/ui/format.ts'
import type { Package } from './offers.ts'

interface PackagePickerProps {
  packages: readonly Package[]
  chosen: Package | undefined
  choose: (pack: Package) => void
  /** Fen for one unit and 30 days. */
  price: number
  /** The unit of the price: 人, 条. */
  unit: string
}

/** Selects the time, with its price for one unit and the price per month. */
export const PackagePicker = ({ packages, chosen, choose, price, unit }: PackagePickerProps) => (
  <fieldset className="picks">
    <legend>套餐时长</legend>
    {packages.map(pack => {
      const { days, discount_percent } = pack
      const one = priceOf({ price, days, discountPercent: discount_percent, quantity: 1 })
      return (
        <label className="pick" key={pack.package_type_id}>
          <input
            type="radio"
            name="package"
            checked={pack.package_type_id === chosen?.package_type_id}
            onChange={() => choose(pack)}
          />
          <span className="pick-head">
            <strong>{days} 天</strong>
            {discount_percent > 0 && <span className="pick-off">优惠 {discount_percent}%</span>}
          </span>
          <span className="pick-price">
            {yuan(one.unit)} <small>/ {unit}</small>
          </span>
          <small>{days === 30 ? '按 30 天计' : `每${unit}每月 ${yuan(Math.round((one.unit * 30) / days))}`}</small>
        </label>
      )
    })}
  </fieldset>
)
