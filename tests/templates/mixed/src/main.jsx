import { version } from 'react'
import { createRoot } from 'react-dom/client'
import './index.css'

document.title = `React ${version}`
createRoot(document.getElementById('root')).render(<button className="p-4">by default</button>)
