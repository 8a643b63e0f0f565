// The start itself is plain JavaScript; see there why.
import './start.mjs'
