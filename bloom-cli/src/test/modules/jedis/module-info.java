/** An application on the module path. */
module app {
    requires com.google.common;
    requires io.polybloom;
    requires io.polybloom.jedis;
    requires redis.clients.jedis;
    // An automatic module does not name its requirements.
    requires org.apache.commons.pool2;
    requires org.json;
    requires org.slf4j;
}
