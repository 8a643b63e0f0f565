import loading from '../data/loading.css?inline'
import toast from '../ui/toast.css?inline'
import tokens from '../ui/tokens.css?inline'
import announcements from './css/announcements.css?inline'
import art from './css/art.css?inline'
import articles from './css/articles.css?inline'
import base from './css/base.css?inline'
import download from './css/download.css?inline'
import frame from './css/frame.css?inline'
import hero from './css/hero.css?inline'
import home from './css/home.css?inline'
import map from './css/map.css?inline'
import message from './css/message.css?inline'
import miniatures from './css/miniatures.css?inline'
import passport from './css/passport.css?inline'
import prices from './css/prices.css?inline'
import print from './css/print.css?inline'
import product from './css/product.css?inline'
import promotion from './css/promotion.css?inline'
import prose from './css/prose.css?inline'
import sections from './css/sections.css?inline'
import shell from './css/shell.css?inline'
import story from './css/story.css?inline'
import terms from './css/terms.css?inline'
import windows from './css/windows.css?inline'

/**
 * Each kind of page has its own sheet: the sheet is inlined, so every byte delays the first paint. `all` holds styles of elements
 * that scripts show on any page.
 */
const all = tokens + loading + toast
const page = all + base + frame
export const styles = {
  home: page + hero + map + windows + miniatures + home + sections + prices + print,
  download: page + download + print,
  story: page + art + windows + miniatures + story + print,
  product: page + story + prices + product + print,
  articles: page + prose + articles + print,
  passport: page + passport + print,
  promotion: page + promotion + print,
  message: page + art + articles + message + print,
  terms: all + prose + terms + print,
  /** Styles of the apps' first frame, before their own sheet is loaded. */
  shell: all + shell,
  /** Must follow the styles of the page. */
  announcements,
}
