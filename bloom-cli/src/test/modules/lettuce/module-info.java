/** An application on the module path. */
module app {
    requires com.google.common;
    requires io.polybloom;
    requires io.polybloom.lettuce;
    requires lettuce.core;
    // An automatic module does not name its requirements.
    requires reactor.core;
    requires io.netty.common;
    requires io.netty.buffer;
    requires io.netty.transport;
    requires io.netty.handler;
    requires io.netty.resolver.dns;
    requires org.slf4j;
}
