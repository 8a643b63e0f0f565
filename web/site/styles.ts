import tokens from '../ui/tokens.css?inline'
import art from './css/art.css?inline'
import articles from './css/articles.css?inline'
import base from './css/base.css?inline'
import download from './css/download.css?inline'
import home from './css/home.css?inline'
import message from './css/message.css?inline'
import product from './css/product.css?inline'
import promotion from './css/promotion.css?inline'
import prose from './css/prose.css?inline'
import story from './css/story.css?inline'
import terms from './css/terms.css?inline'

/** Each kind of page carries what it needs: the whole sheet is inline, so every byte is before the first paint. */
const frame = tokens + base
export const styles = {
  home: frame + art + home,
  download: frame + download,
  story: frame + art + story,
  product: frame + story + product,
  articles: frame + prose + articles,
  promotion: frame + promotion,
  message: frame + art + articles + message,
  terms: tokens + prose + terms,
}
