// The service file of version 0.1.0 starts the server with this file.
import './main.js'
