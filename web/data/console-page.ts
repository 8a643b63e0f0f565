import type { Duty } from '#contract/duty-names.ts'
import type { FirstCall } from './first-calls.ts'

export interface ConsolePage {
  /** Any number that no page has ever had: browsers store it with the open tabs. */
  id: number
  name: string
  group: '企业' | '专线' | '购买' | '订单' | '优惠' | '个人'
  path: string
  /** A second address of the same page. */
  otherPath?: string
  /** The duties that include it, besides managers; `all` is everyone with access to the console. */
  duties?: readonly Duty[] | 'all'
  /** The parent entry of a page that is reached from another page and has no entry of its own. */
  under?: string
  /** The parameter that identifies the page's one subject: another value makes it another page. */
  about?: 'employee_id' | 'svp_id' | 'order_id'
  /** The article that explains the page, by its slug. */
  help: string
  /** The page's source file, whose scripts the document names so that they load together with the app's. */
  source?: string
  /**
   * The calls that the page makes when its address has no further parameters. The document makes them in advance, and so does
   * pointing at the menu entry; a page with other calls makes them itself.
   */
  calls?: readonly FirstCall[]
  /** One of the calls may take seconds, and the answers of the others do not wait for it. */
  slow?: true
}
